package gotest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

const (
	phone  = "447700900123"
	secret = "a secret for tests"
)

func newApp(s *sandbox) *App {
	return &App{URL: emulatorURL, Key: s.Account.APIKey, Sender: "DEMO", Secret: secret, Now: s.Now}
}

func TestACodeIsReadFromThePhoneAndWorksOnce(t *testing.T) {
	t.Parallel()
	s := newSandbox(t)
	app := newApp(s)
	if err := app.SendCode(phone, "482913"); err != nil {
		t.Fatal(err)
	}
	code := s.WaitForCode(phone, `^(\d{6}) is your code`)
	if !app.Redeem(phone, code) {
		t.Errorf("the code %s was refused", code)
	}
	if app.Redeem(phone, code) {
		t.Error("the code was accepted a second time")
	}
}

func TestACodeExpiresAfterFiveMinutes(t *testing.T) {
	t.Parallel()
	for wait, accepted := range map[string]bool{"299s": true, "5m": false} {
		s := newSandbox(t)
		app := newApp(s)
		if err := app.SendCode(phone, "482913"); err != nil {
			t.Fatal(err)
		}
		s.Advance(wait)
		if app.Redeem(phone, "482913") != accepted {
			t.Errorf("after %s: accepted is not %v", wait, accepted)
		}
	}
}

func TestASignedReplyConfirms(t *testing.T) {
	t.Parallel()
	s := newSandbox(t)
	app := newApp(s)
	server := httptest.NewServer(app)
	t.Cleanup(server.Close)
	s.SetWebhook(server.URL, secret)
	s.Reply(phone, "DEMO", "YES")
	s.Settle()
	if !app.Confirmed(phone) {
		t.Error("the reply did not confirm")
	}
}

func TestAReplySignedWithAnotherSecretChangesNothing(t *testing.T) {
	t.Parallel()
	s := newSandbox(t)
	app := newApp(s)
	server := httptest.NewServer(app)
	t.Cleanup(server.Close)
	s.SetWebhook(server.URL, "another secret")
	s.Reply(phone, "DEMO", "YES")
	s.Settle()
	if app.Confirmed(phone) {
		t.Error("a reply that is not genuine confirmed")
	}
}

func TestARefusalOfTheServiceIsAnError(t *testing.T) {
	t.Parallel()
	app := newApp(newSandbox(t))
	app.Sender = "BANK"
	if err := app.SendCode(phone, "482913"); err == nil {
		t.Error("a message from an unknown sender ID was sent")
	}
}

// The verifier accepts and refuses exactly what the packages' own verifier does.
func TestEveryCaseOfTheCorpusHasTheVerdictOfThePackages(t *testing.T) {
	file := os.Getenv("MESSAGING_WEBHOOK_CASES")
	if file == "" {
		file = "webhook-cases.json"
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var corpus struct {
		Secret string
		Now    int64
		Cases  []struct {
			Title    string
			Body     []byte
			Headers  map[string]string
			Accepted bool
		}
	}
	if err := json.Unmarshal(text, &corpus); err != nil {
		t.Fatal(err)
	}
	verdicts := map[bool]int{}
	for _, one := range corpus.Cases {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		_, accepted := Verify(one.Body, header, corpus.Secret, time.Unix(corpus.Now, 0))
		if accepted != one.Accepted {
			t.Errorf("%s: accepted is %v", one.Title, accepted)
		}
		verdicts[accepted]++
	}
	if verdicts[true] <= 10 || verdicts[false] <= 10 {
		t.Errorf("too few cases: %v", verdicts)
	}
}
