"""WebAssembly modules of games, built from the same lowering as native code (`python -m fairyring.kernel.wasm`)."""
