/** Submits an identity over HTTP: a document and its photos. */
import sharp from 'sharp';
import type { HttpExchange, Person } from '../../tools/people/http-exchange';

export const PHOTOS = ['front', 'back', 'hand_held'] as const;

export async function submitIdentity(exchange: HttpExchange, person: Person, name: string): Promise<void> {
  const photos = new Map<string, string>();
  for (const [index, kind] of PHOTOS.entries()) {
    const { data } = await exchange.upload(
      `/app/verification/uploadPhoto?kind=${kind}`,
      await photo(index),
      person.ticket,
    );
    photos.set(kind, data.photo);
  }
  const { code } = await exchange.post(
    '/app/verification/submit',
    {
      name,
      nationality: 'ES',
      documentType: 'id_card',
      documentNumber: `X-${person.id}`,
      front: photos.get('front'),
      back: photos.get('back'),
      handHeld: photos.get('hand_held'),
    },
    person.ticket,
  );
  if (code !== 'success') throw new Error(`submission: ${code}`);
}

/** A photo with content, different for each index. */
function photo(index: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="640" height="480" fill="hsl(${index * 90} 40% 70%)"/>
    <rect x="40" y="60" width="200" height="260" fill="#ddd"/><circle cx="140" cy="170" r="60" fill="#777"/>
    <rect x="280" y="100" width="300" height="24" fill="#333"/><rect x="280" y="160" width="220" height="24" fill="#555"/>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}
