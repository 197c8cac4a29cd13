/** Allowed hosts of external links in staff texts: a setting of the desk, decided by two staff members. */
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
