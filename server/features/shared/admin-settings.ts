/** Settings that need two staff members; an unchanged setting creates no proposal. */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SettingAnswer } from '../../../shared/wire/fields';
import { Refusal } from '../../platform/errors/refusal';
import { StaffAct } from '../admin/admin.handlers';
import type { StaffRequests } from '../admin/staff.converters';

type Request<T extends keyof StaffRequests> = Omit<StaffRequests[T], 'clientId'>;

@Injectable()
export class AdminSettings {
  constructor(private readonly commands: CommandBus) {}

  async set<T extends 'SetDeskSetting' | 'SetDailyLimit' | 'SetStaff'>(
    type: T,
    user: number,
    request: Request<T>,
  ): Promise<SettingAnswer> {
    const fullRequest = { ...request, clientId: randomUUID() } as StaffRequests[T];
    try {
      const { proposal } = await this.commands.execute(new StaffAct<T>(`admin/${user}`, type, fullRequest));
      return { proposal: proposal === null ? null : String(proposal) };
    } catch (error) {
      if (error instanceof Refusal && error.code === 'terms.unchanged') return { proposal: null };
      throw error;
    }
  }
}
