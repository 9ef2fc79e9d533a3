import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

// A software passkey authenticator with its browser. Each part of a response can be manipulated for a test.

export type Bent = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  userPresent?: boolean;
  userVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  credentialId?: string;
  signature?: 'flipped' | 'foreign-key' | 'other-data';
};

type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId?: string };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export class Authenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  userHandle = '';
  private readonly keys = newKeys();
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** navigator.credentials.create */
  create(options: CreationOptions, bent: Bent = {}) {
    this.userHandle = options.user.id;
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.of(this.credentialId.length >> 8, this.credentialId.length & 0xff),
      this.credentialId,
      this.cosePublicKey(),
    ]);
    const authData = Buffer.concat([this.head(options.rp.id ?? '', 0x40, bent), credential]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    const id = this.credentialId.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge, bent).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** navigator.credentials.get */
  get(options: RequestOptions, bent: Bent = {}) {
    this.counter += 1;
    const clientData = this.clientData('webauthn.get', options.challenge, bent);
    const authData = this.head(options.rpId ?? '', 0, bent);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const id = bent.credentialId ?? this.credentialId.toString('base64url');
    const userHandle = bent.userHandle === null ? undefined : (bent.userHandle ?? this.userHandle);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: this.sign(signed, bent.signature).toString('base64url'),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    };
  }

  private clientData(type: string, challenge: string, bent: Bent): Buffer {
    const data = {
      type: bent.type ?? type,
      challenge: bent.challenge ?? challenge,
      origin: bent.origin ?? this.origin,
      crossOrigin: bent.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  private head(rpId: string, extraFlags: number, bent: Bent): Buffer {
    const flags = (bent.userPresent === false ? 0 : 0x01) | (bent.userVerified === false ? 0 : 0x04) | extraFlags;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(bent.counter ?? this.counter);
    return Buffer.concat([sha256(bent.rpId ?? rpId), Buffer.of(flags), counter]);
  }

  private sign(data: Buffer, how: Bent['signature']): Buffer {
    const key: KeyObject = how === 'foreign-key' ? newKeys().privateKey : this.keys.privateKey;
    const signature = createSign('sha256')
      .update(how === 'other-data' ? Buffer.concat([data, Buffer.of(0)]) : data)
      .sign(key);
    if (how === 'flipped') {
      const last = signature.length - 1;
      signature[last] = (signature[last] ?? 0) ^ 1;
    }
    return signature;
  }

  private cosePublicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }
}
