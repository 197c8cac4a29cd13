import path from 'node:path';
import type { Config } from '../config/config';
import type { Clock } from '../tokens';
import { DiskFiles } from './disk-files';
import type { Files } from './files';
import { S3Files } from './s3-files';

/** The bucket that is configured, else a folder of the data directory. */
export function openFiles({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>, clock: Clock): Files {
  return bucket ? new S3Files(bucket, clock) : new DiskFiles(path.join(dataDir, 'files'));
}
