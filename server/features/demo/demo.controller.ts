import { Controller, Inject, Query } from '@nestjs/common';
import { DEMO_ROUTES as ROUTES, type DemoUserRecord } from '../../../shared/wire/demo';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { DEMO_USERS } from '../../platform/tokens';
import { DemoCodes } from './demo-codes';

@Controller()
export class DemoController {
  constructor(
    @Inject(DEMO_USERS) private readonly demoUsers: readonly DemoUserRecord[],
    private readonly demoCodes: DemoCodes,
  ) {}

  @Endpoint(ROUTES.users)
  users(@Query(new WirePipe(ROUTES.users.query)) _: object) {
    return { users: this.demoUsers };
  }

  @Endpoint(ROUTES.codes)
  async codes(@Query(new WirePipe(ROUTES.codes.query)) _: object) {
    return { codes: await this.demoCodes.list() };
  }
}
