/** Users who say who they are, by a document and its photos. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { PhotoKind } from '../../../shared/products/identity/verification';
import { done, type Answer, type HttpExchange, type Person } from './http-exchange';

export const DAY_MS = 86_400_000;
export const DETAILS = { name: 'Ana María Pérez', nationality: 'ES', documentType: 'id_card' };

/** The exchange and its staff are asked for at each use: they are there after the tests are declared. */
export function verificationOf(exchange: () => HttpExchange, admin: () => Person) {
  let people = 0;

  const someone = () => exchange().person(`person-${++people}`);

  async function upload(person: Person, kind: PhotoKind, bytes?: Buffer): Promise<string> {
    const jpeg =
      bytes ??
      (await picture(400, 320, people * 10 + kind.length)
        .jpeg()
        .toBuffer());
    const { photo } = await done(exchange().upload(`/app/verification/uploadPhoto?kind=${kind}`, jpeg, person.ticket));
    return photo;
  }

  /** Those that are not there yet. */
  async function photosFor(person: Person, given: { front?: string; back?: string; handHeld?: string } = {}) {
    const front = given.front ?? (await upload(person, 'front'));
    const back = given.back ?? (await upload(person, 'back'));
    return { front, back, handHeld: given.handHeld ?? (await upload(person, 'hand_held')) };
  }

  const submit = (person: Person, request: object): Promise<Answer> =>
    exchange().post('/app/verification/submit', request, person.ticket);

  /** Under review, with a document of their own. Its number. */
  async function submitted(person: Person, details: Partial<Record<string, string>> = {}): Promise<string> {
    const number = { documentNumber: `${person.id}-Z` };
    const request = { ...DETAILS, ...number, ...details, ...(await photosFor(person, details)) };
    const answer = await submit(person, request);
    expect([answer.code, answer.data?.state]).toEqual(['success', 'under_review']);
    const list = await exchange().post('/admin/verification/list', { userId: person.id }, admin().ticket);
    return list.data.records[0].verification;
  }

  const files = () => path.join(exchange().dataDir, 'files');
  const filesOf = (person: Person): string[] => {
    const folder = path.join(files(), 'verification', String(person.id));
    return existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
  };

  return { someone, upload, photosFor, submit, submitted, files, filesOf };
}

export function picture(width = 400, height = 320, seed = 1) {
  return sharp(noise(width, height, seed), { raw: { width, height, channels: 3 } });
}

/** Something to see: noise of a seed, so that every picture differs. */
function noise(width: number, height: number, seed = 1): Buffer {
  const rgb = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let index = 0; index < rgb.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    rgb[index] = state >>> 24;
  }
  return rgb;
}
