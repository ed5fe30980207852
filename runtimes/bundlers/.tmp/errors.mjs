import { InvalidKeyError, isRateLimitError } from '@messaging-service/sdk';
console.log(InvalidKeyError.name, isRateLimitError(new Error()));
