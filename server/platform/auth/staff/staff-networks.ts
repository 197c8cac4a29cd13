/** From where staff may work: anywhere, unless `STAFF_NETWORKS` says otherwise. */
import { BlockList, isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config';
import { CONFIG } from '../../tokens';

@Injectable()
export class StaffNetworks {
  /** Null: everywhere. */
  private readonly list: BlockList | null;

  constructor(@Inject(CONFIG) { staffNetworks }: Pick<Config, 'staffNetworks'>) {
    this.list = staffNetworks.length === 0 ? null : new BlockList();
    for (const { address, prefix } of staffNetworks) this.list?.addSubnet(address, prefix, familyOf(address));
  }

  admit(ip: string): boolean {
    if (!this.list) return true;
    // What arrives over IPv4 at a socket for both is said in the words of IPv6.
    const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(plain) !== 0 && this.list.check(plain, familyOf(plain));
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
