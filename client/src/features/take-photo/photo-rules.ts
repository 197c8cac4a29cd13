/** What can be said of a photo before anything is sent: the rules are the server's own. */
import { PHOTO_BYTES_MAX, PHOTO_SIDE_MIN } from '../../../../shared/products/identity/verification';

/** `code` of the server's catalogue, with what its text names. */
export interface PhotoObjection {
  code: 'photo.too.heavy' | 'photo.unreadable' | 'photo.too.small';
  facts?: Readonly<Record<'sizeBytes' | 'maximumBytes', number>>;
}

/** How files of the kinds that are taken begin. */
const BEGINNINGS: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x42, 0x4d],
];
const BEGINNING_BYTES = 8;

/** Jpeg, png or bmp by content, whatever the name says. */
export function isPhoto(start: Uint8Array): boolean {
  return BEGINNINGS.some((beginning) => beginning.every((byte, index) => start[index] === byte));
}

/** Null when there is nothing to object to. `sides` measures a picture; it fails for what is none. */
export async function objectionTo(
  file: Blob,
  sides: (file: Blob) => Promise<{ width: number; height: number }>,
): Promise<PhotoObjection | null> {
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

/** As the browser decodes it. */
export async function sidesOf(file: Blob): Promise<{ width: number; height: number }> {
  const { width, height } = await createImageBitmap(file);
  return { width, height };
}
