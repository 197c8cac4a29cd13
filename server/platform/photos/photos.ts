/**
 * Accepts an upload as a photo only if it decodes, whatever its name or content type. The stored image is re-encoded as an upright JPEG,
 * without location, device and other metadata.
 */
import { Injectable } from '@nestjs/common';
import sharp, { type Sharp } from 'sharp';
import { PHOTO_PIXELS_MAX, PHOTO_SIDE_MIN, type PhotoFault } from '../../../shared/products/identity/verification';
import { Semaphore } from '../semaphore';
import { bmpPixels, bmpSize, isBmp } from './bmp';

export type CheckedPhoto =
  | { error: PhotoFault; width: number | null; height: number | null }
  | { error: null; width: number; height: number; jpeg: Buffer };

/** Longest side of the stored image in pixels: documents are legible, and eight megabytes become one. */
const KEPT_SIDE_MAX = 3_000;
const JPEG_QUALITY = 85;
const DRAWING_SECONDS_MAX = 15;
/** Contrast over the whole image, of 255. An evenly lit empty sheet has about one, a document ten and more. */
const CONTRAST_MIN = 3;
/** Pictures decoded concurrently; each may use two hundred megabytes. */
const AT_ONCE_MAX = 2;

// One thread per picture, because order matching needs the other core more.
sharp.concurrency(1);
sharp.cache(false);

const OPENING = { limitInputPixels: PHOTO_PIXELS_MAX, failOn: 'error', sequentialRead: true } as const;

@Injectable()
export class Photos {
  private readonly semaphore = new Semaphore(AT_ONCE_MAX);

  /** Returns a JPEG to store, or the fault of the bytes. Never rejects for their content. */
  check(bytes: Buffer, sideMax = KEPT_SIDE_MAX): Promise<CheckedPhoto> {
    return this.semaphore.run(() => checkPhoto(bytes, sideMax));
  }
}

async function checkPhoto(bytes: Buffer, sideMax: number): Promise<CheckedPhoto> {
  const isKnown = isJpeg(bytes) || isPng(bytes) || isBmp(bytes);
  const size = isKnown ? await sizeOf(bytes) : null;
  if (!size) return { error: 'photo.unreadable', width: null, height: null };
  const { width, height } = size;
  if (width * height > PHOTO_PIXELS_MAX) return { error: 'photo.too.large', width, height };
  if (Math.min(width, height) < PHOTO_SIDE_MIN) return { error: 'photo.too.small', width, height };
  const encoded = await reencode(bytes, sideMax);
  if (!encoded) return { error: 'photo.unreadable', width: null, height: null };
  return (await isBlank(encoded.jpeg)) ? { error: 'photo.blank', width, height } : { error: null, ...encoded };
}

function isJpeg(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
}

/** From the header alone. */
async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  if (isBmp(bytes)) return bmpSize(bytes);
  try {
    // Without the pixel limit, so that a too large picture gets its own fault.
    const { width, height } = await sharp(bytes, { ...OPENING, limitInputPixels: false }).metadata();
    return { width, height };
  } catch {
    return null;
  }
}

/** Every pixel is read, so truncated or corrupt files are rejected. */
async function reencode(
  bytes: Buffer,
  sideMax: number,
): Promise<{ jpeg: Buffer; width: number; height: number } | null> {
  try {
    const picture = await pictureOf(bytes);
    if (!picture) return null;
    const { data: jpeg, info } = await picture
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .timeout({ seconds: DRAWING_SECONDS_MAX })
      .toBuffer({ resolveWithObject: true });
    return { jpeg, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

async function pictureOf(bytes: Buffer): Promise<Sharp | null> {
  if (!isBmp(bytes)) return sharp(bytes, OPENING).autoOrient();
  const pixels = await bmpPixels(bytes);
  if (!pixels) return null;
  const { rgb, width, height } = pixels;
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

async function isBlank(jpeg: Buffer): Promise<boolean> {
  const { channels } = await sharp(jpeg).stats();
  return channels.every(({ stdev }) => stdev < CONTRAST_MIN);
}
