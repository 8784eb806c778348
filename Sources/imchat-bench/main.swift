print("imchat-bench")
