/** CRC-32 as in ZIP and PNG, byte by byte. Start with `CRC_BEGIN`, then apply `crcOf` to each step's result. */
const TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export const CRC_BEGIN = -1;

export function crcStep(crc: number, byte: number): number {
  return (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff];
}

export function crcOf(crc: number): number {
  return ~crc >>> 0;
}
