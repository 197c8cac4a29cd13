/** Users who verify their identity with a document and its photos. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { PhotoKind } from '../../../shared/products/identity/verification';
import { expectSuccess, type Answer, type HttpExchange, type Json, type Person } from './http-exchange';

export const DAY_MS = 86_400_000;
/** Limits that many photos and people of one suite stay below. */
export const FAR_LIMITS = {
  LIMIT_PHOTOS_PER_MINUTE_MAX: '1000',
  LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000',
  LIMIT_TICKET_HOURS_MAX: '1000',
};
export const DETAILS = { name: 'Ana María Pérez', nationality: 'ES', documentType: 'id_card' };

/** The exchange and its staff are read at each use, because they exist only after the tests are declared. */
export function verificationOf(exchange: () => HttpExchange, admin: () => Person) {
  let people = 0;

  const someone = () => exchange().person(`person-${++people}`);

  async function upload(person: Person, kind: PhotoKind, bytes?: Buffer): Promise<string> {
    const jpeg =
      bytes ??
      (await picture(400, 320, people * 10 + kind.length)
        .jpeg()
        .toBuffer());
    const { photo } = await expectSuccess(
      exchange().upload(`/app/verification/uploadPhoto?kind=${kind}`, jpeg, person.ticket),
    );
    return photo;
  }

  /** Uploads the missing photos. */
  async function photosFor(person: Person, given: { front?: string; back?: string; handHeld?: string } = {}) {
    const front = given.front ?? (await upload(person, 'front'));
    const back = given.back ?? (await upload(person, 'back'));
    return { front, back, handHeld: given.handHeld ?? (await upload(person, 'hand_held')) };
  }

  const submit = (person: Person, request: object): Promise<Answer> =>
    exchange().post('/app/verification/submit', request, person.ticket);

  /** A verification under review, with the user's own document. Returns its number. */
  async function submitted(person: Person, details: Partial<Record<string, string>> = {}): Promise<string> {
    const number = { documentNumber: `${person.id}-Z` };
    const request = { ...DETAILS, ...number, ...details, ...(await photosFor(person, details)) };
    const answer = await submit(person, request);
    expect([answer.code, answer.data?.state]).toEqual(['success', 'under_review']);
    const list = await exchange().post('/admin/verification/list', { userId: person.id }, admin().ticket);
    return list.data.records[0].verification;
  }

  /** The data of a submission unmasked for a reason; its photos are answered from then on. */
  const looked = (verification: string, { id: userId }: Person): Promise<Json> => {
    const request = { verification, userId, reason: 'reason/show_verification' };
    return expectSuccess(exchange().post('/admin/verification/person', request, admin().ticket));
  };

  const files = () => path.join(exchange().dataDir, 'files');
  const filesOf = (person: Person): string[] => {
    const folder = path.join(files(), 'verification', String(person.id));
    return existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
  };

  return { someone, upload, photosFor, submit, submitted, looked, files, filesOf };
}

export function picture(width = 400, height = 320, seed = 1) {
  return sharp(noise(width, height, seed), { raw: { width, height, channels: 3 } });
}

/** Noise from a seed, so that every picture differs. */
function noise(width: number, height: number, seed = 1): Buffer {
  const rgb = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let index = 0; index < rgb.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    rgb[index] = state >>> 24;
  }
  return rgb;
}
