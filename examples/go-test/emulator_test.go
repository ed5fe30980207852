package gotest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var emulatorURL string

// TestMain uses the emulator in MESSAGING_EMULATOR_URL, or starts one on a free port.
func TestMain(m *testing.M) {
	emulatorURL = strings.TrimRight(os.Getenv("MESSAGING_EMULATOR_URL"), "/")
	stop := func() {}
	if emulatorURL == "" {
		var err error
		if emulatorURL, stop, err = startEmulator(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	code := m.Run()
	stop()
	os.Exit(code)
}

func startEmulator() (string, func(), error) {
	words := strings.Fields(os.Getenv("MESSAGING_EMULATOR_COMMAND"))
	if len(words) == 0 {
		installed, err := installedEmulator()
		if err != nil {
			return "", nil, err
		}
		words = []string{installed}
	}
	command := exec.Command(words[0], append(words[1:], "--port", "0", "--json")...)
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	stop := func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	}
	line, _ := bufio.NewReader(output).ReadBytes('\n')
	var ready struct{ URL string }
	if err := json.Unmarshal(line, &ready); err != nil {
		stop()
		return "", nil, fmt.Errorf("the emulator did not start: %s", command)
	}
	return ready.URL, stop, nil
}

// installedEmulator finds the command that npm installed here or in a folder above.
func installedEmulator() (string, error) {
	folder, err := os.Getwd()
	for err == nil {
		file := filepath.Join(folder, "node_modules", ".bin", "messaging-emulator")
		if _, missing := os.Stat(file); missing == nil {
			return file, nil
		}
		if filepath.Dir(folder) == folder {
			break
		}
		folder = filepath.Dir(folder)
	}
	return "", fmt.Errorf("install the emulator (npm install @messaging-service/emulator) or set MESSAGING_EMULATOR_URL")
}

// sandbox is a complete service of one test: own keys, own messages, own clock.
type sandbox struct {
	t            *testing.T
	control      string
	Organization struct{ APIKey string }
	Account      struct{ Identifier, APIKey string }
}

func newSandbox(t *testing.T) *sandbox {
	t.Helper()
	created := struct {
		ID string
		*sandbox
	}{sandbox: &sandbox{t: t}}
	call(t, "POST", emulatorURL+"/_emulator/sandboxes", map[string]any{
		"clock": "virtual", "now": "2026-01-01T09:00:00Z",
	}, &created)
	created.control = emulatorURL + "/_emulator/sandboxes/" + created.ID
	t.Cleanup(func() { call(t, "DELETE", created.control, nil, nil) })
	return created.sandbox
}

// Now is the sandbox's time.
func (s *sandbox) Now() time.Time {
	var clock struct{ Now time.Time }
	call(s.t, "GET", s.control+"/clock", nil, &clock)
	return clock.Now
}

// Advance moves time, and returns when everything that became due has happened, webhooks included.
func (s *sandbox) Advance(by string) {
	call(s.t, "POST", s.control+"/clock/advance", map[string]string{"by": by}, nil)
}

// Settle returns when everything that is due now has happened, webhooks included.
func (s *sandbox) Settle() { call(s.t, "POST", s.control+"/settle", nil, nil) }

// Reply sends a text from a handset.
func (s *sandbox) Reply(phone, to, message string) {
	call(s.t, "POST", s.control+"/inbound", map[string]string{"from": phone, "to": to, "message": message}, nil)
}

// WaitForCode returns the first group of a pattern in the latest or the next message to a phone.
func (s *sandbox) WaitForCode(phone, pattern string) string {
	var message struct{ Match []string }
	query := url.Values{"to": {phone}, "pattern": {pattern}}
	call(s.t, "GET", s.control+"/messages/wait?"+query.Encode(), nil, &message)
	if len(message.Match) < 2 {
		s.t.Fatalf("no text to %s matches %s", phone, pattern)
	}
	return message.Match[1]
}

// SetWebhook sets where replies go, by the public API.
func (s *sandbox) SetWebhook(address, secret string) {
	call(s.t, "PATCH", emulatorURL+"/account/"+s.Account.Identifier+"?key="+s.Organization.APIKey, map[string]any{
		"mo": map[string]string{"mo_webhook_url": address, "mo_webhook_secret": secret},
	}, nil)
}

// call makes one JSON call. It runs on the server's goroutine too, so it does not stop the test.
func call(t *testing.T, method, address string, body, into any) {
	t.Helper()
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body)
	}
	request, err := http.NewRequest(method, address, bytes.NewReader(text))
	if err != nil {
		t.Error(err)
		return
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		t.Errorf("%s %s: %s %s %v", method, address, response.Status, answer, err)
		return
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			t.Error(err)
		}
	}
}
