// jsdom’s Blob has no `arrayBuffer`.
import { Blob as ReadableBlob } from 'node:buffer';
import { isPhoto, photoFaultOf } from '../../../../kit/take-photo/photo-rules';
import { photosMissing, type PhotoState } from '../../../../kit/take-photo/photo-state';
import { submissionOf, type DocumentDraft } from './draft';

const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0];
const fileOf = (bytes: readonly number[]) => new ReadableBlob([new Uint8Array(bytes)]) as unknown as Blob;
const sides = (width: number, height: number) => () => Promise.resolve({ width, height });
const stored = (photo: string): PhotoState => ({ phase: 'stored', preview: 'blob:x', photo });

describe('photo', () => {
  it('is recognised by its first bytes, not its name', () => {
    expect(isPhoto(new Uint8Array(JPEG))).toBe(true);
    expect(isPhoto(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBe(true);
    expect(isPhoto(new Uint8Array([0x42, 0x4d, 0, 0]))).toBe(true);
    expect(isPhoto(new TextEncoder().encode('GIF89a'))).toBe(false);
    expect(isPhoto(new Uint8Array())).toBe(false);
  });

  it('is rejected before upload if too large, unreadable or too small', async () => {
    // Avoids allocating 8 MB: only the size is read.
    const heavy = { size: 8 * 1024 * 1024 + 1 } as Blob;
    expect(await photoFaultOf(heavy, sides(900, 600))).toEqual({
      code: 'photo.too.heavy',
      facts: { sizeBytes: 8 * 1024 * 1024 + 1, maximumBytes: 8 * 1024 * 1024 },
    });
    expect(await photoFaultOf(fileOf([1, 2, 3]), sides(900, 600))).toEqual({ code: 'photo.unreadable' });
    const broken = () => Promise.reject(new Error('no picture'));
    expect(await photoFaultOf(fileOf(JPEG), broken)).toEqual({ code: 'photo.unreadable' });
    expect(await photoFaultOf(fileOf(JPEG), sides(900, 299))).toEqual({ code: 'photo.too.small' });
    expect(await photoFaultOf(fileOf(JPEG), sides(300, 300))).toBeNull();
  });
});

describe('verification submission', () => {
  const draft: DocumentDraft = {
    name: ' Hanako Yamada ',
    nationality: 'JP',
    documentType: 'passport',
    documentNumber: 'TR1234567',
  };

  it('requires the photos of its document', () => {
    expect(photosMissing('id_card', { front: stored('a') })).toEqual(['back', 'hand_held']);
    expect(photosMissing('passport', { front: stored('a'), hand_held: stored('c') })).toEqual([]);
    expect(photosMissing('passport', { front: { phase: 'uploading', preview: 'x' }, hand_held: stored('c') })).toEqual([
      'front',
    ]);
  });

  it('contains only the photos of its document', () => {
    const photos = { front: stored('a'), back: stored('b'), hand_held: stored('c') };
    expect(submissionOf(draft, photos)).toEqual({
      ...draft,
      name: 'Hanako Yamada',
      front: 'a',
      handHeld: 'c',
    });
    expect(submissionOf({ ...draft, documentType: 'id_card' }, photos)).toMatchObject({ back: 'b' });
  });
});
