"""proxy.py DIR PORTFILE: the only way out of a browser.  Serves DIR as
http://page.example/; every request is a line of DIR/requests."""
import http.server
import os
import sys
import urllib.parse

root, portfile = sys.argv[1:]
types = {"html": "text/html; charset=utf-8", "svg": "image/svg+xml"}


class Proxy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open(root + "/requests", "a") as f:
            print(self.command, self.path, file=f)
        url = urllib.parse.urlsplit(self.path)
        name = root + "/" + os.path.basename(url.path)
        if url.netloc != "page.example" or not os.path.isfile(name):
            self.send_error(404)
            return
        with open(name, "rb") as f:
            body = f.read()
        self.send_response(200)
        self.send_header("Content-Type", types.get(name.rpartition(".")[2],
                                                   "text/plain"))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_HEAD = do_CONNECT = do_GET

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
with open(portfile + ".new", "w") as f:
    print(server.server_port, file=f)
os.rename(portfile + ".new", portfile)
server.serve_forever()
