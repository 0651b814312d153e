// A zip archive of texts, uncompressed: what the workshop saves, so that a game is unpacked into its folder.
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

export function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const UTF8 = 0x0800; // names are UTF-8
const DATE = 0x21; // 1 January 1980, so that the same files give the same archive

/** Numbers of 2 or 4 bytes, little-endian: positive ones have two bytes, pairs [n] have four. */
function numbers(...values: (number | [number])[]): Uint8Array {
  return Uint8Array.from(
    values.flatMap((value) =>
      typeof value === "number"
        ? [value & 255, value >> 8]
        : [value[0] & 255, (value[0] >>> 8) & 255, (value[0] >>> 16) & 255, value[0] >>> 24],
    ),
  );
}

/** An archive of texts by path. */
export function zip(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = encoder.encode(path);
    const data = encoder.encode(text);
    const common = numbers(20, UTF8, 0, 0, DATE, [crc32(data)], [data.length], [data.length], name.length, 0);
    directory.push(numbers([0x02014b50], 20), common, numbers(0, 0, 0, [0], [at]), name);
    const local = [numbers([0x04034b50]), common, name, data];
    parts.push(...local);
    at += local.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = Object.keys(files).length;
  const all = [...parts, ...directory, numbers([0x06054b50], 0, 0, count, count, [size], [at], 0)];
  const whole = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of all) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
