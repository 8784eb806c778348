print("imchat")
