/** Some commands need the second factor again. The request waits for it and is resent with the proof; the calling screens are not involved. */
import { STEP_UP_HEADER, STEP_UP_REQUIRED, type StepUpWanted } from '../../../../shared/wire/step-up';
import type { Fault } from './envelope';

/** Returns the header value, or null if the user cancels. `refused` is why the previous proof failed. */
export type StepUpAsker = (challenge: StepUpWanted, previousError: Fault | null) => Promise<string | null>;

const WRONG_PROOF_CODES: ReadonlySet<string> = new Set([
  'google.code.required',
  'google.code.wrong',
  'google.code.used',
  'passkey.refused',
]);

let stepUpHandler: { prompt: StepUpAsker; end: () => void } | null = null;

/** Registers the dialog; `end` is called after the proof was judged or cancelled. Returns the unregister function. */
export function onStepUp(prompt: StepUpAsker, end: () => void): () => void {
  const handler = { prompt, end };
  stepUpHandler = handler;
  return () => {
    if (stepUpHandler === handler) stepUpHandler = null;
  };
}

type EnvelopeResult = { data: unknown } | { error: Fault };

/** Sends, asks and resends until the proof is accepted. If the user cancels, returns the original refusal. */
export async function withStepUp(
  send: (headers: Record<string, string>) => Promise<EnvelopeResult>,
): Promise<EnvelopeResult> {
  const first = await send({});
  if (!('error' in first) || first.error.code !== STEP_UP_REQUIRED || !stepUpHandler) return first;
  const { prompt, end } = stepUpHandler;
  const challenge = first.error.data as StepUpWanted;
  for (let previousError: Fault | null = null; ;) {
    const proof: string | null = await prompt(challenge, previousError);
    if (proof === null) return first;
    const next = await send({ [STEP_UP_HEADER]: proof });
    previousError = 'error' in next && WRONG_PROOF_CODES.has(next.error.code ?? '') ? next.error : null;
    if (previousError) continue;
    end();
    return next;
  }
}
