/**
 * `npm run docs:events`: prints the JSON schema of the events of this build, for `docs/events/v<version>.schema.json`.
 */
import { batchSchema } from '../journal/event-schema';

process.stdout.write(`${JSON.stringify(batchSchema(), null, 2)}\n`);
