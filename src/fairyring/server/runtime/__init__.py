"""Tables hosted by this process: the hub, execution of a table's effects, row codec, metrics, garbage collection."""
