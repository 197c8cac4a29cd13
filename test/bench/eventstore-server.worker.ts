/** The EventStoreDB of tests in a thread of its own, so that what it does is nobody else's time. */
import { parentPort } from 'node:worker_threads';
import { APPEND_BYTES_MAX_HIGHEST, EventStoreServer } from '../tools/stores/eventstore-server';

void EventStoreServer.start({ appendBytesMax: APPEND_BYTES_MAX_HIGHEST }).then((server) => {
  parentPort?.postMessage(server.url);
  parentPort?.once('message', () => {
    server.stop();
    parentPort?.close();
  });
});
