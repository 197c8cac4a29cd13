/**
 * An endpoint answered by services without a message: `serviceEndpoint(ROUTES.list, [AddressBook], ({ user }, book) =>
 * book.of(user))`. Request and answer have the types of the row; `feature` creates the endpoint.
 */
import type { StreamableFile, Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Route } from '../../../../shared/wire/route';
import type { RequestWithCaller } from '../../auth/access.guard';
import { relyingPartyOf } from '../../auth/factors/relying-party';
import { givenFactor } from '../../auth/factors/step-up';
import type { Config } from '../../config/config';
import { photoBytes } from '../requests/photo-uploads';
import type { AnswerOf, RequestOf } from '../route-messages';
import { RequestContext } from './request-context';

export class EndpointRequest<R extends Route = Route> extends RequestContext {
  constructor(
    /** Validated path, query and body. */
    readonly request: RequestOf<R>,
    readonly reply: FastifyReply,
    rawRequest: RequestWithCaller,
    private readonly config: Pick<Config, 'publicUrl'>,
  ) {
    super(rawRequest);
  }

  /** The second factor of the header. */
  get factorProof() {
    return givenFactor(this.rawRequest, this.config);
  }
  /** The relying party of passkeys. */
  get party() {
    return relyingPartyOf(this.rawRequest, this.config.publicUrl);
  }
  /** Refuses `picture.required` if the body is no photo. */
  get photo() {
    return photoBytes(this.rawRequest.body);
  }
}

type FileAnswer = Buffer | StreamableFile;
export type EndpointAnswer<R extends Route> = R extends { answers: string } ? FileAnswer : NoneIfNull<AnswerOf<R>>;
type NoneIfNull<A> = null extends A ? A | void : A;
type Instances<S extends readonly Type<unknown>[]> = { [I in keyof S]: InstanceType<S[I]> };

export interface ServiceEndpoint {
  readonly route: Route;
  readonly services: readonly Type<unknown>[];
  /** Takes the request and the services. */
  readonly answer: (...parameters: never) => unknown;
}

export function serviceEndpoint<const R extends Route, S extends Type<unknown>[]>(
  route: R,
  services: readonly [...S],
  answer: (
    endpointRequest: EndpointRequest<R>,
    ...services: Instances<S>
  ) => EndpointAnswer<R> | Promise<EndpointAnswer<R>>,
): ServiceEndpoint {
  return { route, services, answer };
}
