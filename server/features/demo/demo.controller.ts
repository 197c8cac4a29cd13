import { Controller, Inject, Query } from '@nestjs/common';
import { DEMO_ROUTES as ROUTES, type DemoUserRecord } from '../../../shared/wire/demo';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { DEMO_USERS } from '../../platform/tokens';

@Controller()
export class DemoController {
  constructor(@Inject(DEMO_USERS) private readonly demoUsers: readonly DemoUserRecord[]) {}

  @Endpoint(ROUTES.users)
  users(@Query(new WirePipe(ROUTES.users.query)) _: object) {
    return { users: this.demoUsers };
  }
}
