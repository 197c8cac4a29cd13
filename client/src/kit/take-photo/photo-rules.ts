/** Checks a photo before upload, by the server's rules. */
import { PHOTO_BYTES_MAX, PHOTO_SIDE_MIN } from '../../../../shared/products/identity/verification';

/** `code` of the server's catalogue and the facts its text needs. */
export interface PhotoFaultFact {
  code: 'photo.too.heavy' | 'photo.unreadable' | 'photo.too.small';
  facts?: Readonly<Record<'sizeBytes' | 'maximumBytes', number>>;
}

/** File signatures of the accepted types: JPEG, PNG, BMP. */
const FILE_SIGNATURES: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x42, 0x4d],
];
const BEGINNING_BYTES = 8;

/** Detects the type by content and ignores the file name. */
export function isPhoto(start: Uint8Array): boolean {
  return FILE_SIGNATURES.some((signature) => signature.every((byte, index) => start[index] === byte));
}

/** Null if the photo passes. `sides` measures an image and rejects if the file is none. */
export async function photoFaultOf(
  file: Blob,
  sides: (file: Blob) => Promise<{ width: number; height: number }>,
): Promise<PhotoFaultFact | null> {
  if (file.size > PHOTO_BYTES_MAX)
    return { code: 'photo.too.heavy', facts: { sizeBytes: file.size, maximumBytes: PHOTO_BYTES_MAX } };
  const start = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer());
  if (!isPhoto(start)) return { code: 'photo.unreadable' };
  try {
    const { width, height } = await sides(file);
    return Math.min(width, height) < PHOTO_SIDE_MIN ? { code: 'photo.too.small' } : null;
  } catch {
    return { code: 'photo.unreadable' };
  }
}

/** Width and height as the browser decodes the image, in pixels. */
export async function sidesOf(file: Blob): Promise<{ width: number; height: number }> {
  const { width, height } = await createImageBitmap(file);
  return { width, height };
}
