/** Where the texts that staff write may lead out of the exchange: a setting of the desk, which two of them decide. */
import { Injectable } from '@nestjs/common';
import { hostsIn, type LinkHosts } from '../../../../shared/products/identity/rules/links';
import { SystemConfig } from '../../../features/product/system-config';

@Injectable()
export class LinkList {
  constructor(private readonly config: SystemConfig) {}

  async hosts(): Promise<LinkHosts> {
    return hostsIn(await this.config.get('link_hosts'));
  }
}
