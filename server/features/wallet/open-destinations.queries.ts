/** Where a user's coins are on their way to. */
import { Injectable } from '@nestjs/common';
import { openDestinations } from '../../views/stored/wallet-queries';
import { Reader } from '../shared/reader';

@Injectable()
export class OpenDestinations {
  constructor(private readonly reader: Reader) {}

  async of(userId: number): Promise<{ chain: string; address: string }[]> {
    return openDestinations(await this.reader.at(undefined), userId);
  }
}
