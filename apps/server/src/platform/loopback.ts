import { BlockList, isIP } from 'node:net';

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackAddresses.addAddress('::1', 'ipv6');

/**
 * Whether a host name or address is reachable only from this machine. Names are not resolved: any name that might
 * resolve to something other than loopback counts as external. Accepts the hostname of a URL, such as `[::1]`, and the
 * address of a socket, such as `::ffff:127.0.0.1`.
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const family = isIP(name);
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost');
  return loopbackAddresses.check(name, family === 6 ? 'ipv6' : 'ipv4');
}
