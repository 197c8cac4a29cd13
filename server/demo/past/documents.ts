/**
 * The demo's users verify their names like everyone, with drawn passports, so that features for verified users can be
 * tried, such as bank cards.
 */
import type { CommandBus } from '@nestjs/cqrs';
import sharp from 'sharp';
import { PHOTOS_NEEDED, type PhotoKind } from '../../../shared/products/identity/verification';
import type { PhotoStore } from '../../products/identity/api/verification/photo-store';
import type { Submissions } from '../../products/identity/api/verification/submissions';
import {
  ApproveVerification,
  SubmitVerification,
} from '../../products/identity/api/verification/verification.handlers';

const WIDTH = 900;
const HEIGHT = 600;

export interface VerificationServices {
  commands: CommandBus;
  submissions: Submissions;
  photos: PhotoStore;
}

interface Person {
  userId: number;
  name: string;
}

/** Continues an earlier killed start: nothing submitted, submitted, or being approved. */
export async function verifyIdentity(
  registry: VerificationServices,
  admin: number,
  person: Person,
  isVerified: boolean,
): Promise<void> {
  const { userId } = person;
  let submission = await registry.submissions.newestOf(userId);
  if (!submission) {
    // Verified in an older data directory, without a submission.
    if (isVerified) return;
    await submit(registry, person);
    submission = await registry.submissions.newestOf(userId);
  }
  if (!submission || submission.status === 'certified' || submission.status === 'failed') return;
  const request = { clientId: `demo-verify-${userId}`, verification: String(submission.id) };
  await registry.commands.execute(new ApproveVerification(admin, request));
}

async function submit({ commands, photos }: VerificationServices, { userId, name }: Person): Promise<void> {
  const ids = new Map<PhotoKind, string>();
  for (const kind of PHOTOS_NEEDED.passport) {
    const jpeg = await drawing(kind, name);
    const { photo } = await photos.keep(userId, kind, { jpeg, width: WIDTH, height: HEIGHT });
    ids.set(kind, photo);
  }
  const document = { documentType: 'passport', documentNumber: `DEMO${userId}`, nationality: 'JP' } as const;
  const photoIds = { front: ids.get('front'), handHeld: ids.get('hand_held') };
  await commands.execute(new SubmitVerification(userId, { name, ...document, ...photoIds }));
}

/** Clearly a drawing: a page with a head, and a person beside it for the hand-held one. */
function drawing(kind: PhotoKind, name: string): Promise<Buffer> {
  const person =
    '<circle cx="700" cy="210" r="110" fill="#c9a27e"/><rect x="540" y="330" width="320" height="270" fill="#3b5b7a"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#dfe5ea"/>
    <rect x="60" y="120" width="440" height="360" rx="16" fill="#7a2230"/>
    <rect x="90" y="180" width="150" height="200" fill="#f2e9dc"/>
    <circle cx="165" cy="250" r="45" fill="#c9a27e"/>
    <rect x="270" y="200" width="200" height="14" fill="#f2e9dc"/>
    <rect x="270" y="240" width="160" height="14" fill="#f2e9dc"/>
    <text x="90" y="440" font-family="sans-serif" font-size="34" fill="#f2e9dc">DEMO ${name}</text>
    ${kind === 'hand_held' ? person : ''}
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}
