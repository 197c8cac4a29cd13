/** Hashes and signatures by the browser's WebCrypto; both reject on an insecure page. */
import type { Sha256, VerifySignature } from '../../../../shared/proof/signed-heads';

/** Hash of a text's bytes in UTF-8, in hex. */
export const browserSha256: Sha256 = async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

export const browserVerify: VerifySignature = async (key, text, signature) => {
  const publicKey = await crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', publicKey, bytesOf(signature), new TextEncoder().encode(text));
};

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index++) bytes[index] = parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  return bytes;
}
