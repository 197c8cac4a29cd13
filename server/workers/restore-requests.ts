/**
 * Processes break-glass requests in the data directory, at a start and every few seconds. A request submitted without
 * an answer before a crash is submitted again: the core rejects it by its name, and the first answer counts.
 */
import type { CoreState } from '../core/state';
import type { CommandPort } from '../engine/port';
import { existingSigningKey } from '../signed-heads/keys';
import {
  writeRestoreAnswer,
  exchangeIdOf,
  deleteOldRestoreAnswers,
  readRestoreRequest,
  pendingRestoreRequests,
  type RestoreAnswer,
} from '../signed-heads/restore-requests';
import type { Config } from '../platform/config/config';
import { errorText } from '../platform/logs/error-facts';

const EVERY_MS = 2_000;
const HOUR_MS = 3_600_000;
/** Maximum age of a request, so that a saved file has no effect later. */
const AGE_MS_MAX = HOUR_MS;
/** Maximum ms that a request may be ahead; clocks of one machine hardly differ. */
const AHEAD_MS_MAX = 60_000;
const ANSWER_KEPT_MS = 24 * HOUR_MS;

export interface RestoreRequestsDependencies {
  config: Pick<Config, 'dataDir' | 'signingKey'>;
  state: () => CoreState;
  commands: Pick<CommandPort, 'submit'>;
  /** Notifies all staff of a file that is old or not signed with the key, once an hour. */
  reportRefused: (hour: number) => Promise<void>;
  log: (message: string, details: Record<string, unknown>) => void;
  /** The machine's clock, as used by the program. */
  clock?: () => number;
}

export class RestoreRequests {
  private timer: NodeJS.Timeout | null = null;
  private turning: Promise<void> = Promise.resolve();
  private lastError: string | null = null;
  private readonly clock: () => number;

  constructor(private readonly dependencies: RestoreRequestsDependencies) {
    this.clock = dependencies.clock ?? Date.now;
  }

  start(): void {
    void this.processRequests();
    this.timer = setInterval(() => void this.processRequests(), EVERY_MS);
    this.timer.unref();
  }

  /** Processes all waiting requests. Never rejects: failed ones wait for the next turn. */
  processRequests(): Promise<void> {
    this.turning = this.turning.then(() => this.processWaiting());
    return this.turning;
  }

  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.turning;
  }

  private async processWaiting(): Promise<void> {
    const { dataDir } = this.dependencies.config;
    let failure: string | null = null;
    const attempt = async (work: () => Promise<void> | void): Promise<void> => {
      try {
        await work();
      } catch (error) {
        failure = errorText(error as Error);
      }
    };
    await attempt(async () => {
      for (const request of pendingRestoreRequests(dataDir)) await attempt(() => this.processRequest(request));
      deleteOldRestoreAnswers(dataDir, this.clock() - ANSWER_KEPT_MS);
    });
    if (failure !== null && failure !== this.lastError)
      this.dependencies.log('break-glass requests wait', { fault: failure });
    this.lastError = failure;
  }

  private async processRequest(request: string): Promise<void> {
    const { config, log, reportRefused } = this.dependencies;
    const answer = await this.answerTo(request);
    if ('refused' in answer) {
      await reportRefused(Math.floor(this.clock() / HOUR_MS));
      log('break-glass request refused', { request, why: answer.refused });
    } else log('break-glass request taken', { request, ...answer });
    writeRestoreAnswer(config.dataDir, request, answer);
  }

  private async answerTo(request: string): Promise<RestoreAnswer> {
    const { config, commands } = this.dependencies;
    const [key, exchange] = [existingSigningKey(config), exchangeIdOf(config.dataDir)];
    if (key === null || exchange === null) return { refused: 'the exchange has signed no head yet' };
    const restoreRequest = readRestoreRequest(config.dataDir, request, exchange, key.publicKey);
    if (restoreRequest === null)
      return { refused: 'it is not signed by the key of this exchange, or not for this exchange' };
    const { user, at } = restoreRequest;
    // Accepted before the exchange went down without an answer.
    const before = this.acceptedProposalOf(request);
    if (before) return before;
    const age = this.clock() - at;
    if (!(age <= AGE_MS_MAX && age >= -AHEAD_MS_MAX)) return { refused: 'it is older than an hour: ask again' };
    const outcome = await commands.submit({ actor: 'operator', command: { type: 'RestoreStaff', user, request } });
    return (
      this.acceptedProposalOf(request) ?? { refused: 'rejected' in outcome ? outcome.rejected : 'nothing came of it' }
    );
  }

  private acceptedProposalOf(request: string): { proposal: number; from: number } | null {
    const accepted = [...this.dependencies.state().staff.restores].find(([, one]) => one.request === request);
    return accepted ? { proposal: accepted[0], from: accepted[1].from } : null;
  }
}
