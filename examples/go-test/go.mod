module messaging.example/gotest

go 1.19
