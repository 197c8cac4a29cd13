/** Acts that require the factor again, over the digest of the request itself. */
import { z } from 'zod';

/** `authenticator 492039`, or `passkey` with the signed answer in base64url. */
export const STEP_UP_HEADER = 'step-up';
export const STEP_UP_REQUIRED = 'step.up.required';

/** Data of `step.up.required`. */
export const stepUpWanted = z.object({
  digest: z.string().meta({ description: 'SHA-256 over who asks, the path and the body, hex' }),
  factors: z.array(z.enum(['authenticator', 'passkey'])),
  scope: z.enum(['act', 'trading']).meta({
    description: '`act`: good for this request alone; `trading`: for this log-in, as long as it trades',
  }),
});
export type StepUpWanted = z.infer<typeof stepUpWanted>;

export const stepUpOptionsRequest = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
export type StepUpOptionsRequest = z.infer<typeof stepUpOptionsRequest>;
