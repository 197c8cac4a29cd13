/** Networks from which staff may work; all networks unless `STAFF_NETWORKS` is set. */
import { BlockList, isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config';
import { CONFIG } from '../../tokens';

@Injectable()
export class StaffNetworks {
  /** Null: all networks. */
  private readonly list: BlockList | null;

  constructor(@Inject(CONFIG) { staffNetworks }: Pick<Config, 'staffNetworks'>) {
    this.list = staffNetworks.length === 0 ? null : new BlockList();
    for (const { address, prefix } of staffNetworks) this.list?.addSubnet(address, prefix, familyOf(address));
  }

  admit(ip: string): boolean {
    if (!this.list) return true;
    // A dual-stack socket reports IPv4 addresses in IPv6 form.
    const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(address) !== 0 && this.list.check(address, familyOf(address));
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
