import type { SetFeeTiers, ReportedStaff } from '../../../server/core/command';
import { EVERY_RIGHT } from '../../../server/core/staff/decide-people';
import { dayOf } from '../../../shared/rules/days';
import type { RejectionCode } from '../../../shared/rules/codes';
import { ALICE, BOB, Scenario, given, system, type Step } from '../../tools/fixtures/core-fixture';
import { FIRST_ID } from '../../tools/fixtures/staff-fixture';

export const TODAY = dayOf(given().exchange.now);
export const nameDocument = system({ type: 'NameDocument', user: BOB, document: 'ab'.repeat(32) });
export const nameInviter = system({ type: 'NameInviter', user: BOB, inviter: ALICE });
export const ALONE: readonly ReportedStaff[] = [{ user: FIRST_ID, role: 'admin', rights: EVERY_RIGHT }];
export const TIERS: SetFeeTiers = { type: 'SetFeeTiers', product: 'spot', volumes: [0n, 1n], reason: 'r' };

/** The shortest scenario for a rejection code, and the step that it refuses. */
export type Ways = Partial<Record<RejectionCode, () => [scenario: Scenario, step: Step]>>;
