import { Module } from '@nestjs/common';
import { MESSAGE_ROUTES as ROUTES } from '../../../shared/wire/messages-center';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { Messages } from '../../platform/messages/messages';
import { feature } from '../shared/endpoints/feature';
import { refuseDeepPage } from '../shared/endpoints/page';

const ENDPOINTS = [
  serviceEndpoint(ROUTES.list, [Messages], ({ user, request, language }, messages) => {
    refuseDeepPage(request);
    return messages.list(user, request, language);
  }),
  serviceEndpoint(ROUTES.unread, [Messages], async ({ user }, messages) => ({ unread: await messages.unread(user) })),
  serviceEndpoint(ROUTES.read, [Messages], async ({ user, request }, messages) => {
    return { unread: await messages.read(user, request.messages.map(Number)) };
  }),
  serviceEndpoint(ROUTES.readAll, [Messages], async ({ user }, messages) => {
    return { unread: await messages.read(user, 'all') };
  }),
];

@Module(feature([], { endpoints: ENDPOINTS }))
export class MessageModule {}
