/** Authenticator codes of the demo's staff, for visitors without such an app. */
import { Inject, Injectable } from '@nestjs/common';
import type { DemoCodeRecord, DemoUserRecord } from '../../../shared/wire/demo';
import { SecondFactors } from '../../platform/auth/factors/second-factors';
import { STEPS_EITHER_SIDE, totpOfStep, totpStepAt, totpStepBegins } from '../../platform/auth/factors/totp';
import { Users } from '../../platform/auth/users';
import { CLOCK, DEMO_USERS, type Clock } from '../../platform/tokens';

@Injectable()
export class DemoCodes {
  constructor(
    @Inject(DEMO_USERS) readonly demoUsers: readonly DemoUserRecord[],
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly users: Users,
    private readonly secondFactors: SecondFactors,
  ) {}

  async list(): Promise<DemoCodeRecord[]> {
    const codes: DemoCodeRecord[] = [];
    for (const { email, authenticator } of this.demoUsers) {
      if (authenticator !== undefined) codes.push(await this.codeOf(email, authenticator));
    }
    return codes;
  }

  /** Many visitors share one admin account: a code that one has used is not shown to the next. */
  private async codeOf(email: string, secret: string): Promise<DemoCodeRecord> {
    const user = await this.users.byEmail(email);
    const currentStep = totpStepAt(this.clock());
    const step = Math.max(currentStep, (user ? await this.secondFactors.lastStepOf(user.id, secret) : 0) + 1);
    const isGood = step <= currentStep + STEPS_EITHER_SIDE;
    const changesAt = totpStepBegins(isGood ? currentStep + 1 : step - STEPS_EITHER_SIDE);
    return { email, code: isGood ? totpOfStep(secret, step) : null, changesAt };
  }
}
