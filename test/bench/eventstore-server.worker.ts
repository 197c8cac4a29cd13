/** The tests' EventStoreDB in a separate thread, so that its work is not measured. */
import { parentPort } from 'node:worker_threads';
import { APPEND_BYTES_MAX_HIGHEST, EventStoreServer } from '../tools/stores/eventstore-server';

void EventStoreServer.start({ appendBytesMax: APPEND_BYTES_MAX_HIGHEST }).then((server) => {
  parentPort?.postMessage(server.url);
  parentPort?.once('message', () => {
    server.stop();
    parentPort?.close();
  });
});
