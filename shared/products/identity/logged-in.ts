/** Common answer of all log-in methods, beside the ticket. */
import { z } from 'zod';

/** 3: ordinary user, 2: auditor, 1: admin. */
export const userType = z.union([z.literal(1), z.literal(2), z.literal(3)]);

export const mustBindFactor = z.boolean().meta({
  description: 'a member of staff without a passkey or an authenticator: the ticket is good for binding one',
});

export const loggedIn = z.object({ userId: z.int(), userType, mustBindFactor });
