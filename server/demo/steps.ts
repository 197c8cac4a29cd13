/** Performs the demo's steps: acts of its two admins, and commands of its users. */
import type { CommandBus } from '@nestjs/cqrs';
import type { AnswerCode } from '../../shared/rules/codes';
import type { Command } from '../core/command';
import type { CommandPort } from '../engine/port';
import { StaffAct } from '../features/admin/admin.handlers';
import type { StaffRequests, StaffRequestType } from '../features/admin/staff.converters';
import { isFinalRefusal } from '../platform/errors/refusal';

/** Refusals of a step that an earlier start has performed. */
const DONE_BEFORE: ReadonlySet<AnswerCode> = new Set([
  'asset.already.listed',
  'market.already.listed',
  'market.state.unchanged',
  'account.already.verified',
  'recharge.already.credited',
  'reference.already.used',
  'proposal.already.open',
  'proposal.not.found',
  'proposal.state.invalid',
  'terms.unchanged',
]);

export type Act = <T extends StaffRequestType>(
  type: T,
  request: Omit<StaffRequests[T], 'clientId'>,
  id: string,
) => Promise<void>;

export interface StepsParts {
  commands: CommandBus;
  engine: Pick<CommandPort, 'submit'>;
  /** User ids: the first proposes, the second confirms. */
  admins: readonly [admin: number, second: number];
  /**
   * Visitors may act as staff and users, so after the first start any step may be rejected: it is skipped and logged.
   * Before that a rejection is a fault of the demo.
   */
  isVisited: boolean;
  printLine: (line: string) => void;
}

export class Steps {
  constructor(private readonly dependencies: StepsParts) {}

  /** The first admin acts; if that becomes a proposal the second confirms it. */
  act: Act = async (type, request, id) => {
    const proposal = await this.propose(type, request, id);
    if (proposal === null) return;
    const confirmation = { proposal: String(proposal), clientId: `${id}-ok` };
    const [, secondAdmin] = this.dependencies.admins;
    await this.unlessRefused(`ConfirmStaff of ${type}`, async () => {
      await this.dependencies.commands.execute(new StaffAct(`admin/${secondAdmin}`, 'ConfirmStaff', confirmation));
    });
  };

  /** Returns the resulting proposal; null if the act is done or rejected. */
  async propose<T extends StaffRequestType>(
    type: T,
    request: Omit<StaffRequests[T], 'clientId'>,
    id: string,
  ): Promise<number | null> {
    const fullRequest = { ...request, clientId: id } as StaffRequests[T];
    // Admins may not credit coins that a chain delivers, so the demo itself credits initial funds.
    const actor = type === 'CreditRecharge' ? 'demo' : (`admin/${this.dependencies.admins[0]}` as const);
    let proposalId: number | null = null;
    await this.unlessRefused(type, async () => {
      ({ proposal: proposalId } = await this.dependencies.commands.execute(new StaffAct(actor, type, fullRequest)));
    });
    return proposalId;
  }

  /** Sends a user's commands sequentially. */
  async submit(user: number, commands: readonly Command[], clientId?: string): Promise<void> {
    for (const command of commands) {
      const outcome = await this.dependencies.engine.submit({ actor: `user/${user}`, clientId, command });
      if ('rejected' in outcome) this.handleRefusal(`${command.type} of ${user}`, outcome.rejected);
    }
  }

  async unlessRefused(name: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!isFinalRefusal(error)) throw error;
      if (!DONE_BEFORE.has(error.code)) this.handleRefusal(name, error.code);
    }
  }

  private handleRefusal(name: string, code: AnswerCode): void {
    if (!this.dependencies.isVisited) throw new Error(`demo: ${name} is refused: ${code}`);
    this.dependencies.printLine(`demo: ${name} is left out: ${code}`);
  }
}
