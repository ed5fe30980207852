import { messageFirst } from '@messaging-service/sdk';
import { Logger } from '@nestjs/common';

export const logger = messageFirst(new Logger('Messaging'));
