import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SUCCESS_CODE } from '../../../shared/rules/codes';
import {
  BATCH_ACTS,
  BATCH_MONEY,
  BATCH_ROUTES as ROUTES,
  type BatchAct,
  type BatchAnswer,
  type BatchRequest,
} from '../../../shared/wire/batch';
import type { KnownStaff } from '../../platform/auth/staff/known-staff';
import { StaffLog } from '../../platform/auth/staff/staff-log';
import { staffLogEntry } from '../../platform/auth/staff/staff-log-entry';
import { outcomeOf } from '../../platform/auth/staff/staff-log-outcome';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { refusalOf } from '../../platform/errors/exception.filter';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { WirePipe } from '../../platform/http/requests/wire.pipe';
import { KNOWN_STAFF, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { AssetTerms } from '../shared/asset-terms.queries';
import { amountOf, idOf } from '../shared/orders/convert';
import { sendAct } from './staff-acts';
import type { StaffRequests } from './staff.converters';

type BatchItem = StaffRequests[BatchAct];
type Result = BatchAnswer['results'][number];

@Injectable()
export class Batch {
  private readonly pipes = Object.fromEntries(
    Object.entries(BATCH_ACTS).map(([act, { body }]) => [act, new WirePipe(body)]),
  ) as unknown as Readonly<Record<BatchAct, WirePipe<(typeof BATCH_ACTS)[BatchAct]['body']>>>;

  private readonly logger = new Logger(Batch.name);

  constructor(
    private readonly commands: CommandBus,
    private readonly log: StaffLog,
    private readonly assets: AssetTerms,
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
    @Inject(LIVE_VIEWS) private readonly views: LiveViews,
  ) {}

  async send(caller: TicketHolder, ip: string, { act, requests, sums }: BatchRequest): Promise<BatchAnswer> {
    if (!this.staff.has(caller.user, BATCH_ACTS[act].right)) throw new Refusal('permission.denied');
    const checked = requests.map((request): BatchItem => this.pipes[act].transform(request));
    if (BATCH_MONEY.has(act)) await this.refuseOtherSums(checked, sums ?? {});
    const results: Result[] = [];
    // Sequential: each is judged by the state after its predecessors.
    for (const request of checked) results.push(await this.actOne(caller, act, request, ip));
    return { results };
  }

  /** Each action has its own row in the staff log, as if sent alone. */
  private async actOne(caller: TicketHolder, act: BatchAct, request: BatchItem, ip: string): Promise<Result> {
    const { clientId } = request;
    const id = await this.log.begin(staffLogEntry(BATCH_ACTS[act], caller, { ip, body: request, query: {} }));
    try {
      const answer = await sendAct(this.commands, caller.user, act, request);
      await this.log.complete(id, outcomeOf(answer), answer.position);
      return { clientId, code: SUCCESS_CODE, ...answer };
    } catch (error) {
      const { code } = refusalOf(error);
      if (code === 'system.error') this.logger.error({ err: error }, `${ROUTES.batch.path}: ${act}`);
      await this.log.complete(id, code, null);
      return { clientId, code };
    }
  }

  /** Refuses if the shown sums differ from those of the requests. */
  private async refuseOtherSums(
    requests: readonly BatchItem[],
    expectedSums: Readonly<Record<string, string>>,
  ): Promise<void> {
    const sums = new Map<string, bigint>();
    for (const request of requests) {
      const movement = await this.movedAmount(request);
      if (movement) sums.set(movement.asset, (sums.get(movement.asset) ?? 0n) + movement.amount);
    }
    const expectedUnits = new Map<string, bigint>();
    for (const [asset, amount] of Object.entries(expectedSums))
      expectedUnits.set(asset, await this.unitsOf(asset, amount));
    const areSame =
      sums.size === expectedUnits.size && [...sums].every(([asset, amount]) => expectedUnits.get(asset) === amount);
    if (!areSame) throw requestInvalid([{ path: 'sums', code: 'out.of.range' }]);
  }

  /** Null for a withdrawal that has ended; its action is refused separately. */
  private async movedAmount(request: BatchItem): Promise<{ asset: string; amount: bigint } | null> {
    if ('withdrawal' in request) return this.views.withdrawals.find(idOf(request.withdrawal)) ?? null;
    if (!('amount' in request)) return null;
    return { asset: request.asset, amount: await this.unitsOf(request.asset, request.amount) };
  }

  private async unitsOf(asset: string, amount: string): Promise<bigint> {
    return amountOf(amount, (await this.assets.get(asset)).scale, asset);
  }
}

export const BATCH_ENDPOINT = serviceEndpoint(ROUTES.batch, [Batch], ({ caller, ip, request }, batch) =>
  batch.send(caller, ip, request),
);
