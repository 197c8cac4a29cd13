/**
 * Some acts ask for the factor once more. The request is held meanwhile, and goes out again with what the user gave; the screens that
 * send it know nothing of it.
 */
import { STEP_UP_HEADER, STEP_UP_REQUIRED, type StepUpWanted } from '../../../../shared/wire/step-up';
import type { Fault } from './envelope';

/** The header's text, or null when the user would rather not. `refused`: why the last one was none. */
export type StepUpAsker = (wanted: StepUpWanted, refused: Fault | null) => Promise<string | null>;

const RIGHT_PROOF_WANTED: ReadonlySet<string> = new Set([
  'google.code.required',
  'google.code.wrong',
  'google.code.used',
  'passkey.refused',
]);

let asker: { ask: StepUpAsker; end: () => void } | null = null;

/** `end`: what was given is judged, or the user left it. Returns how to stop being asked. */
export function onStepUp(ask: StepUpAsker, end: () => void): () => void {
  const own = { ask, end };
  asker = own;
  return () => {
    if (asker === own) asker = null;
  };
}

type Opened = { data: unknown } | { error: Fault };

/** Sends, asks and sends again until it is right or the user leaves it, which is answered like a request without it. */
export async function withStepUp(send: (headers: Record<string, string>) => Promise<Opened>): Promise<Opened> {
  const first = await send({});
  if (!('error' in first) || first.error.code !== STEP_UP_REQUIRED || !asker) return first;
  const { ask, end } = asker;
  const wanted = first.error.data as StepUpWanted;
  for (let refused: Fault | null = null; ;) {
    const proof: string | null = await ask(wanted, refused);
    if (proof === null) return first;
    const next = await send({ [STEP_UP_HEADER]: proof });
    refused = 'error' in next && RIGHT_PROOF_WANTED.has(next.error.code ?? '') ? next.error : null;
    if (refused) continue;
    end();
    return next;
  }
}
