package gotest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const largestBody = 100_000

// App sends confirmation codes that expire, and receives replies. Its clock is a function, so that tests decide the time.
type App struct {
	URL, Key, Sender, Secret string
	Now                      func() time.Time

	mutex     sync.Mutex
	confirmed map[string]bool
	codes     map[string]issuedCode
}

type issuedCode struct {
	code      string
	expiresAt time.Time
}

// SendCode sends a code that is valid for five minutes.
func (app *App) SendCode(phone, code string) error {
	if err := app.send(phone, code+" is your code."); err != nil {
		return err
	}
	app.mutex.Lock()
	defer app.mutex.Unlock()
	if app.codes == nil {
		app.codes = map[string]issuedCode{}
	}
	app.codes[phone] = issuedCode{code, app.Now().Add(5 * time.Minute)}
	return nil
}

// Redeem reports whether a code is the valid one of a phone. A code works once.
func (app *App) Redeem(phone, code string) bool {
	now := app.Now()
	app.mutex.Lock()
	defer app.mutex.Unlock()
	issued, found := app.codes[phone]
	if !found || issued.code != code || !now.Before(issued.expiresAt) {
		return false
	}
	delete(app.codes, phone)
	return true
}

// Confirmed reports whether the owner of a phone has replied YES.
func (app *App) Confirmed(phone string) bool {
	app.mutex.Lock()
	defer app.mutex.Unlock()
	return app.confirmed[phone]
}

// ServeHTTP receives inbound messages.
func (app *App) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, largestBody))
	if err != nil {
		http.Error(response, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	signed, genuine := Verify(body, request.Header, app.Secret, app.Now())
	if !genuine {
		http.Error(response, "not genuine", http.StatusUnauthorized)
		return
	}
	var inbound struct {
		From    json.Number `json:"from"`
		Message string      `json:"message"`
	}
	if err := json.Unmarshal(signed, &inbound); err != nil {
		http.Error(response, "not JSON", http.StatusBadRequest)
		return
	}
	app.mutex.Lock()
	defer app.mutex.Unlock()
	if app.confirmed == nil {
		app.confirmed = map[string]bool{}
	}
	app.confirmed[inbound.From.String()] = strings.EqualFold(strings.TrimSpace(inbound.Message), "YES")
}

func (app *App) send(phone, text string) error {
	body, err := json.Marshal(map[string]any{"messages": []any{map[string]any{
		"to": phone, "from": map[string]string{"type": "custom", "value": app.Sender}, "body": text,
	}}})
	if err != nil {
		return err
	}
	address := app.URL + "/message?" + url.Values{"key": {app.Key}}.Encode()
	response, err := http.Post(address, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		problem, _ := io.ReadAll(io.LimitReader(response.Body, 1_000))
		return fmt.Errorf("the message was not sent: %s: %s", response.Status, problem)
	}
	return nil
}
