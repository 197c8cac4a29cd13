import { Controller, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PROOF_ROUTES as ROUTES, type HeadsOfDayRequest } from '../../../shared/wire/proof';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Proofs } from './proofs';

@Controller()
export class ProofController {
  constructor(private readonly proofs: Proofs) {}

  @Endpoint(ROUTES.heads)
  heads() {
    return this.proofs.heads();
  }

  @Endpoint(ROUTES.headsOfDay)
  headsOfDay(
    @Query(new WirePipe(ROUTES.headsOfDay.query)) { day }: HeadsOfDayRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): StreamableFile {
    const file = this.proofs.headsOfDay(day);
    void reply.headers({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="heads-${day}.jsonl"`,
      'cache-control': 'no-store',
    });
    return new StreamableFile(file);
  }

  @Endpoint(ROUTES.liabilities)
  liabilities() {
    return this.proofs.liabilities();
  }

  @Endpoint(ROUTES.proofOfBalance)
  proofOfBalance(@Caller() { user }: TicketHolder) {
    return this.proofs.proofOfBalance(user);
  }
}
