import { Body, Controller, HttpCode, Inject, Post, UnauthorizedException } from '@nestjs/common';
import { LoginService } from './login.service.js';

@Controller('login')
export class LoginController {
  constructor(@Inject(LoginService) private readonly login: LoginService) {}

  @Post('code')
  @HttpCode(202)
  async sendCode(@Body() { phone }: { phone: string }): Promise<void> {
    await this.login.sendCode(phone);
  }

  @Post()
  @HttpCode(200)
  logIn(@Body() { phone, code }: { phone: string; code: string }): { loggedIn: true } {
    if (!this.login.redeem(phone, code)) throw new UnauthorizedException('invalid_code');
    return { loggedIn: true };
  }
}
