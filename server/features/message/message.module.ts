import { Module } from '@nestjs/common';
import { MESSAGE_ROUTES as ROUTES } from '../../../shared/wire/messages-center';
import { answeredBy } from '../../platform/http/answers/answered-by';
import { Messages } from '../../platform/messages/messages';
import { feature } from '../shared/endpoints/feature';
import { refuseDeep } from '../shared/endpoints/page';

const ENDPOINTS = [
  answeredBy(ROUTES.list, [Messages], ({ user, request, language }, messages) => {
    refuseDeep(request);
    return messages.list(user, request, language);
  }),
  answeredBy(ROUTES.unread, [Messages], async ({ user }, messages) => ({ unread: await messages.unread(user) })),
  answeredBy(ROUTES.read, [Messages], async ({ user, request }, messages) => {
    return { unread: await messages.read(user, request.messages.map(Number)) };
  }),
  answeredBy(ROUTES.readAll, [Messages], async ({ user }, messages) => {
    return { unread: await messages.read(user, 'all') };
  }),
];

@Module(feature([], { endpoints: ENDPOINTS }))
export class MessageModule {}
