import { BOOL, CIDR, declareFunction, declareMethod, INT, IP, type Overload, STRING } from '../types/index.ts';
import { EvaluationError, noSuchOverload, sizeOf, type Value } from '../values/index.ts';
import { type Address, type Network, readCidr, readIp } from './address.ts';
import { PER_CHARACTER, pass, twoPasses, unit } from './costs.ts';

function reads(read: (text: string) => unknown) {
  return (text: string): boolean => {
    try {
      read(text);
      return true;
    } catch (error) {
      if (error instanceof EvaluationError) return false;
      throw error;
    }
  };
}

/** A text that is no address has no place in the signature, the server finds, and says no more than that. */
function readMember(text: string): Address {
  if (!reads(readIp)(text)) throw noSuchOverload();
  return readIp(text);
}

const isV4 = ({ width }: Address) => width === 32;
const isUnspecified = ({ bits }: Address) => bits === 0n;
const isLoopback = (address: Address) => (isV4(address) ? address.top(8) === 127n : address.bits === 1n);

function isMulticast(address: Address): boolean {
  return isV4(address) ? address.top(4) === 0xen : address.top(8) === 0xffn;
}

function isLinkLocalMulticast(address: Address): boolean {
  return isV4(address) ? address.top(24) === 0xe00000n : (address.top(16) & 0xff0fn) === 0xff02n;
}

function isLinkLocalUnicast(address: Address): boolean {
  return isV4(address) ? address.top(16) === 0xa9fen : address.top(10) === 0x3fan;
}

function isGlobalUnicast(address: Address): boolean {
  const isBroadcast = isV4(address) && address.bits === 0xffffffffn;
  return ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast].some((is) => is(address)) && !isBroadcast;
}

const compared = (network: Value) => Math.ceil(2 * sizeOf(network) * PER_CHARACTER);
const containsCost = (network: Value) => compared(network) + pass(network) + 1;

export const NETWORKS: readonly Overload[] = [
  declareFunction('ip', [STRING], IP, readIp, pass),
  declareFunction('isIP', [STRING], BOOL, reads(readIp), pass),
  declareFunction('ip.isCanonical', [STRING], BOOL, (text: string) => readIp(text).toString() === text, twoPasses),
  declareMethod('family', [IP], INT, (address: Address) => (isV4(address) ? 4n : 6n), unit),
  declareMethod('isUnspecified', [IP], BOOL, isUnspecified, unit),
  declareMethod('isLoopback', [IP], BOOL, isLoopback, unit),
  declareMethod('isLinkLocalMulticast', [IP], BOOL, isLinkLocalMulticast, unit),
  declareMethod('isLinkLocalUnicast', [IP], BOOL, isLinkLocalUnicast, unit),
  declareMethod('isGlobalUnicast', [IP], BOOL, isGlobalUnicast, unit),
  declareFunction('string', [IP], STRING, (address: Address) => address.toString()),
  declareFunction('cidr', [STRING], CIDR, readCidr, pass),
  declareFunction('isCIDR', [STRING], BOOL, reads(readCidr), pass),
  declareMethod(
    'containsIP',
    [CIDR, STRING],
    BOOL,
    (network: Network, text: string) => network.contains(readMember(text)),
    (network, text) => compared(network) + pass(text),
  ),
  declareMethod('containsIP', [CIDR, IP], BOOL, (network: Network, ip: Address) => network.contains(ip), compared),
  declareMethod(
    'containsCIDR',
    [CIDR, STRING],
    BOOL,
    (network: Network, text: string) => network.containsNetwork(readCidr(text)),
    (network, text) => containsCost(network) + pass(text),
  ),
  declareMethod(
    'containsCIDR',
    [CIDR, CIDR],
    BOOL,
    (network: Network, other: Network) => network.containsNetwork(other),
    containsCost,
  ),
  declareMethod('ip', [CIDR], IP, (network: Network) => network.address, unit),
  declareMethod('prefixLength', [CIDR], INT, (network: Network) => BigInt(network.prefix), unit),
  declareMethod('masked', [CIDR], CIDR, (network: Network) => network.masked(), unit),
  declareFunction('string', [CIDR], STRING, (network: Network) => network.toString()),
];
