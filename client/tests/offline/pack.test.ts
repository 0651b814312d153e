import { expect, test } from "vitest";
import { unpack } from "../../src/offline/python";
import { parseCopy } from "../../src/lib/offline/copies";

test("a pack gives its files", () => {
  const index = new TextEncoder().encode(
    JSON.stringify([
      ["/a.pyc", 2],
      ["/b.json", 1],
    ]),
  );
  const pack = new Uint8Array(4 + index.length + 3);
  new DataView(pack.buffer).setUint32(0, index.length, true);
  pack.set(index, 4);
  pack.set([1, 2, 3], 4 + index.length);
  expect([...unpack(pack.buffer)]).toEqual([
    ["/a.pyc", new Uint8Array([1, 2])],
    ["/b.json", new Uint8Array([3])],
  ]);
});

test.each(["", "{}", '{"fairyring":1}', '{"fairyring":2,"rows":[]}', '{"fairyring":1,"rows":[{"seq":1}]}'])(
  "a file that is no copy is refused: %s",
  (text) => expect(() => parseCopy(text)).toThrow(),
);
