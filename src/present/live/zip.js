// Several files in one, uncompressed: a ZIP archive (PKWARE, APPNOTE.TXT 4.3).

/** The cyclic redundancy check of ZIP, computed from its polynomial. */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** The bytes of numbers, each given as `[size, number]`, with the lowest byte first. */
function littleEndian(...numbers) {
  return new Uint8Array(numbers.flatMap(([size, number]) => Array.from({ length: size }, (_, at) => (number >>> (8 * at)) & 255)));
}

/** An archive of these files: names, each with its text. */
function zipped(files) {
  const encoder = new TextEncoder();
  const [bodies, entries] = [[], []];
  let at = 0;
  for (const [name, text] of files) {
    const [title, body] = [name, text].map((it) => encoder.encode(it));
    // Version, UTF-8, stored, 1 January 1980; then checksum, sizes, lengths of name and extra.
    const head = littleEndian([2, 20], [2, 0x800], [2, 0], [2, 0], [2, 33], [4, crc32(body)], [4, body.length], [4, body.length], [2, title.length], [2, 0]);
    const parts = [littleEndian([4, 0x04034b50]), head, title, body];
    entries.push(littleEndian([4, 0x02014b50], [2, 20]), head, littleEndian([2, 0], [2, 0], [2, 0], [4, 0], [4, at]), title);
    bodies.push(...parts);
    at += parts.reduce((sum, { length }) => sum + length, 0);
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const end = littleEndian([4, 0x06054b50], [2, 0], [2, 0], [2, files.size], [2, files.size], [4, size], [4, at], [2, 0]);
  return new Blob([...bodies, ...entries, end], { type: "application/zip" });
}
