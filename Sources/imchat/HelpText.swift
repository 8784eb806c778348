/// What `imchat --help` prints.
enum HelpText {
    static let text = """
        imchat: chat in a terminal

        usage: imchat [--as NAME] [--data FOLDER]
               imchat --server HOST:PORT|unix:PATH|tls://HOST:PORT --token-file FILE [--uid N] [--appid N]
               imchat server [--listen HOST:PORT] [--demo] [--data FOLDER]
               imchat server status|stop|user|group|token ... [--data FOLDER]
               imchat send ADDRESS [TEXT] · imchat tail [--json] [ADDRESS]
               imchat sessions · search WORDS · export SESSION · import FILE · store [check|recover|compact]
               imchat completions bash|zsh|fish · imchat help COMMAND
               imchat doctor [--data FOLDER]
               imchat keys --dump [--data FOLDER]

        With nothing configured imchat starts a chat server of your own on this machine, reachable for you
        alone, and logs in under your login name. In a second terminal, imchat --as bob is a second user.

          --as NAME          who to be on the server of this machine
          --account NAME     an account of the configuration file
          --server ADDRESS   a server of somebody else's; 2016+ADDRESS for one of 2016
          --token-file FILE  holds the token of the account there, or "UID TOKEN"
          --uid N            the account's number there, where the token file does not tell it
          --appid N          the number of the application, for support sessions
          --directory ADDR   where that server's names, groups and members are: http://HOST:PORT or unix:PATH
          --data FOLDER      where messages are kept (default: $XDG_DATA_HOME/imchat)
          --read-only        where another imchat has the account open: read along, send nothing
          --take-over        there: let the other one keep its drafts and end, and start here
          --version, --help

        imchat server runs that server in the foreground: until it is stopped, and for others too with --listen.
          --listen HOST:PORT serve a network; every user needs a token (imchat server token add NAME)
          --demo             let echo, guide and the others live on it
          --http HOST:PORT   HTTP. On localhost (or unix:PATH) it is the operator's interface and the directory, and
                             whoever reaches it may speak in everybody's name; on any other address it is the
                             directory for who has a token: names, groups, members. May be given several times;
                             directory:HOST:PORT is the directory alone anywhere, for a proxy to stand before
          --friend-permission, --blacklist   refuse peer messages as the lists of friends and blocked say
          --word-file FILE   mask these words, one a line, in texts that ask for it
        imchat help server tells how its users, groups and tokens are managed, and its limits.

        imchat doctor tells what this terminal, locale, server and store can do, and what is wrong; its report holds
        no names, texts or tokens. imchat keys --dump prints every key as it is bound.
        Settings: $XDG_CONFIG_HOME/imchat/config.json5, or /set KEY VALUE inside.

        Inside, unless bound anew: Enter sends, F1 shows the keys, Ctrl-Q quits.
        """
}
