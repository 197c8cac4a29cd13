/** Messages of the EventStoreDB protocol, as the server for tests reads and writes them. */
import { randomUUID } from 'node:crypto';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { StreamIdentifier, UUID, WrongExpectedVersion } from '@eventstore/db-client/generated/shared_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import { AppendReq, BatchAppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { Metadata, type sendUnaryData } from '@grpc/grpc-js';
import { Any } from 'google-protobuf/google/protobuf/any_pb';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';

export interface Proposed {
  id: string;
  metadata: Map<string, string>;
  data: Uint8Array;
  customMetadata: Uint8Array;
}

export type Expected = 'any' | 'exists' | number;

export function expectedOf(
  options: { hasNoStream(): boolean; hasStreamExists(): boolean },
  numbered: boolean,
  revision: string,
): Expected {
  if (numbered) return Number(revision);
  if (options.hasNoStream()) return -1;
  return options.hasStreamExists() ? 'exists' : 'any';
}

export function foreignEvent(type = 'Foreign'): Proposed {
  const metadata = new Map([['type', type]]);
  return { id: randomUUID(), metadata, data: new Uint8Array(), customMetadata: new Uint8Array() };
}

export function proposedOf(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): Proposed {
  return {
    id: message.getId()?.getString() ?? '',
    metadata: new Map(message.getMetadataMap().toArray()),
    data: message.getData_asU8(),
    customMetadata: message.getCustomMetadata_asU8(),
  };
}

/**
 * Size by the rule of the real server, including newer versions: data, metadata, and two bytes per letter of the type.
 */
export function sizeOf(event: Proposed): number {
  return event.data.length + event.customMetadata.length + 2 * (event.metadata.get('type')?.length ?? 0);
}

export function eventResponse(stream: string, revision: number, stored: Proposed): ReadResp {
  const event = new ReadResp.ReadEvent.RecordedEvent();
  event.setId(new UUID().setString(stored.id));
  event.setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64')));
  event.setStreamRevision(String(revision));
  event.setPreparePosition(String(revision));
  event.setCommitPosition(String(revision));
  for (const [key, value] of stored.metadata) event.getMetadataMap().set(key, value);
  event.getMetadataMap().set('created', '0');
  event.setData(stored.data);
  event.setCustomMetadata(stored.customMetadata);
  const read = new ReadResp.ReadEvent();
  read.setEvent(event);
  read.setCommitPosition(String(revision));
  return new ReadResp().setEvent(read);
}

export function wrongVersion(current: number, expected: Expected): Status {
  const details = new WrongExpectedVersion();
  if (current >= 0) details.setCurrentStreamRevision(String(current));
  else details.setCurrentNoStream(new Empty());
  if (expected === 'any') details.setExpectedAny(new Empty());
  else if (expected === 'exists') details.setExpectedStreamExists(new Empty());
  else if (expected < 0) details.setExpectedNoStream(new Empty());
  else details.setExpectedStreamPosition(String(expected));
  return statusOf('event_store.client.WrongExpectedVersion', details.serializeBinary());
}

export function statusOf(name: string, serialized: Uint8Array): Status {
  const details = new Any();
  details.pack(serialized, name);
  return new Status().setDetails(details);
}

export function nameOf(identifier: StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function getSupportedMethods(_call: unknown, answer: sendUnaryData<SupportedMethods>): void {
  const methods = [StreamsService.read, StreamsService.batchAppend].map(({ path }) => {
    const [, service = '', method = ''] = path.split('/');
    return new SupportedMethod().setServiceName(service.toLowerCase()).setMethodName(method.toLowerCase());
  });
  answer(null, new SupportedMethods().setMethodsList(methods).setEventStoreServerVersion('23.10.8'));
}

export function insistsOnLeader(metadata: Metadata): boolean {
  return metadata.get('requires-leader').includes('true');
}
