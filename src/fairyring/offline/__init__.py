"""Tables without a server: the same engine, hosted by a worker of the page. Text in, text out; no sockets, store or clock."""
