import { Body, Controller } from '@nestjs/common';
import { LETTER_LINK_ROUTES as ROUTES, type LetterActRequest } from '../../../shared/wire/letter-links';
import { FromWhere, type Whence } from '../../platform/auth/whence';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { LetterActs } from './letter-acts.queries';

/** For whoever got a letter and is not logged in, and perhaps no longer can be. */
@Controller()
export class LetterLinkController {
  constructor(private readonly acts: LetterActs) {}

  @Endpoint(ROUTES.look)
  look(@Body(new WirePipe(ROUTES.look.body)) { token }: { token: string }) {
    return this.acts.look(token);
  }

  @Endpoint(ROUTES.act)
  act(@FromWhere() whence: Whence, @Body(new WirePipe(ROUTES.act.body)) request: LetterActRequest) {
    return this.acts.act(request, whence);
  }
}
